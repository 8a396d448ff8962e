-- Why: three logins (DESIGN §8): the owner migrates and ingests, app answers, reader sees a few views and nothing else.
-- On a server where the owner may not create roles, the operator creates diafaneia_app and diafaneia_reader first.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'diafaneia_app') THEN
        CREATE ROLE diafaneia_app LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'diafaneia_reader') THEN
        CREATE ROLE diafaneia_reader LOGIN;
    END IF;
EXCEPTION WHEN duplicate_object THEN NULL;           -- another database of this server was migrated at the same moment
END $$;

GRANT USAGE ON SCHEMA public TO diafaneia_app, diafaneia_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO diafaneia_app;
GRANT INSERT, UPDATE, DELETE ON chats, answers, turns TO diafaneia_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO diafaneia_app;
ALTER ROLE diafaneia_reader SET default_transaction_read_only = on;
ALTER ROLE diafaneia_reader SET statement_timeout = '3s';
