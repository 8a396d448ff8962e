-- Why: three logins (DESIGN §8): the owner migrates and ingests, app answers, reader sees a few views and nothing else.
-- Roles belong to the whole server, so another of its databases may be creating them at this very moment.

DO $$
DECLARE
    login text;
BEGIN
    FOREACH login IN ARRAY ARRAY['diafaneia_app', 'diafaneia_reader'] LOOP
        BEGIN
            CONTINUE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = login);
            EXECUTE format('CREATE ROLE %I LOGIN', login);
            IF login = 'diafaneia_reader' THEN
                ALTER ROLE diafaneia_reader SET default_transaction_read_only = on;
                ALTER ROLE diafaneia_reader SET statement_timeout = '3s';
            END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;                                    -- the other migration was faster, and has committed
        END;
    END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO diafaneia_app, diafaneia_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO diafaneia_app;
GRANT INSERT, UPDATE, DELETE ON chats, answers, turns TO diafaneia_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO diafaneia_app;
