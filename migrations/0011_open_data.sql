-- Why: a model's own SELECT, the last resort (DESIGN §3.4, STYLE §5), reads these views and can do nothing else. What
-- counts, which version and which flags stand inside of them. A row is an act of one stage (of commitments: an act and
-- a fiscal year), so that a plain SUM or count(*) counts nothing twice; every amount is called after its stage. No
-- private person, no subject, no chat and no raw JSON is here. Comments are what a model and a reader are told.

CREATE VIEW stage_acts AS
SELECT g.organization_uid, g.ada, g.stage, g.decision_type, g.issued_on, g.fiscal_year, g.amount, g.amount_state, g.kae,
       extract(year FROM g.issued_on)::integer AS year,
       extract(quarter FROM g.issued_on)::integer AS quarter,
       extract(month FROM g.issued_on)::integer AS month,
       t.lexemes AS topic,
       (SELECT CASE WHEN count(DISTINCT p.afm) = 1 AND count(p.afm) = count(*) AND NOT bool_or(p.is_natural)
                     AND max(p.afm) ~ '^(0[89]|[789])' THEN max(p.afm) END
          FROM line_payees p
         WHERE p.organization_uid = g.organization_uid AND p.ada = g.ada
           AND p.afm IS DISTINCT FROM (SELECT r.afm FROM register r WHERE r.uid = g.organization_uid)) AS payee
  FROM (SELECT l.organization_uid, l.ada, l.stage, l.decision_type, l.issued_on, l.text_id,
               CASE WHEN l.stage = 'commitment' THEN l.year END AS fiscal_year,
               sum(l.sign * l.amount) AS amount,
               CASE WHEN bool_or(l.amount IS NOT NULL) THEN 'stated'
                    WHEN bool_or(l.state = 'unread') THEN 'unread' ELSE 'unstated' END AS amount_state,
               CASE WHEN min(l.kae) = max(l.kae) AND count(l.kae) = count(*) THEN min(l.kae) END AS kae
          FROM countable_lines l
         GROUP BY 1, 2, 3, 4, 5, 6, 7) g
  LEFT JOIN texts t ON t.id = g.text_id;

CREATE SCHEMA open_data;
CREATE VIEW open_data.payments AS
SELECT ada, organization_uid AS organization, decision_type, issued_on, year, quarter, month, payee, kae, topic,
       amount_state, amount AS paid_eur FROM stage_acts WHERE stage = 'payment';
CREATE VIEW open_data.awards AS
SELECT ada, organization_uid AS organization, decision_type, issued_on, year, quarter, month, payee, kae, topic,
       amount_state, amount AS awarded_eur FROM stage_acts WHERE stage = 'award';
CREATE VIEW open_data.contracts AS
SELECT ada, organization_uid AS organization, decision_type, issued_on, year, quarter, month, payee, kae, topic,
       amount_state, amount AS contracted_eur FROM stage_acts WHERE stage = 'contract';
CREATE VIEW open_data.approvals AS
SELECT ada, organization_uid AS organization, decision_type, issued_on, year, quarter, month, payee, kae, topic,
       amount_state, amount AS approved_eur FROM stage_acts WHERE stage = 'approval';
CREATE VIEW open_data.commitments AS
SELECT ada, organization_uid AS organization, decision_type, issued_on, year, quarter, month, fiscal_year, kae, topic,
       amount_state, amount AS committed_eur FROM stage_acts WHERE stage = 'commitment';
CREATE VIEW open_data.tenders AS
SELECT ada, organization_uid AS organization, decision_type, issued_on, year, quarter, month, kae, topic,
       amount_state, amount AS tendered_eur FROM stage_acts WHERE stage = 'tender';
CREATE VIEW open_data.decisions AS
SELECT d.ada, d.organization_uid AS organization, d.decision_type, d.issued_on,
       extract(year FROM d.issued_on)::integer AS year,
       extract(quarter FROM d.issued_on)::integer AS quarter,
       extract(month FROM d.issued_on)::integer AS month,
       (d.published_at AT TIME ZONE 'Europe/Athens')::date AS posted_on,
       t.lexemes AS topic
  FROM countable_decisions d
  LEFT JOIN texts t ON t.id = d.text_id;

COMMENT ON VIEW open_data.payments IS 'πληρωμές';
COMMENT ON VIEW open_data.awards IS 'αναθέσεις';
COMMENT ON VIEW open_data.contracts IS 'συμβάσεις';
COMMENT ON VIEW open_data.approvals IS 'εγκρίσεις δαπάνης';
COMMENT ON VIEW open_data.commitments IS 'αναλήψεις υποχρέωσης';
COMMENT ON VIEW open_data.tenders IS 'διακηρύξεις';
COMMENT ON VIEW open_data.decisions IS 'όλες οι πράξεις';
-- «title», or «title: what a model has to know besides».
DO $$
DECLARE
    each record;
BEGIN
    FOR each IN SELECT a.attrelid::regclass AS of_view, a.attname AS name, told.words
                  FROM (VALUES ('ada', 'ΑΔΑ'),
                               ('organization', 'φορέας: uid ή όνομα'),
                               ('decision_type', 'είδος: «Δ.1»'),
                               ('issued_on', 'έκδοση'),
                               ('posted_on', 'ανάρτηση'),
                               ('year', 'έτος'),
                               ('quarter', 'τρίμηνο'),
                               ('month', 'μήνας'),
                               ('fiscal_year', 'οικονομικό έτος'),
                               ('payee', 'ανάδοχος ή δικαιούχος: ΑΦΜ ή επωνυμία'),
                               ('kae', 'ΚΑΕ'),
                               ('topic', 'λέξεις στο θέμα: μόνο = ''λέξεις'''),
                               ('amount_state', 'ποσό: stated/unstated/unread'),
                               ('paid_eur', 'ποσό πληρωμής'),
                               ('awarded_eur', 'ποσό ανάθεσης'),
                               ('contracted_eur', 'ποσό σύμβασης'),
                               ('approved_eur', 'ποσό έγκρισης'),
                               ('committed_eur', 'ποσό που δεσμεύεται'),
                               ('tendered_eur', 'εκτιμώμενο ποσό')) AS told(name, words)
                  JOIN pg_attribute a ON a.attname = told.name
                  JOIN pg_class c ON c.oid = a.attrelid AND c.relnamespace = 'open_data'::regnamespace LOOP
        EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', each.of_view, each.name, each.words);
    END LOOP;
END $$;

GRANT USAGE ON SCHEMA open_data TO diafaneia_reader, diafaneia_app;
GRANT SELECT ON ALL TABLES IN SCHEMA open_data TO diafaneia_reader, diafaneia_app;

-- What every login of a server has by being one goes to a group, of which all logins but the reader are members: large
-- objects, locks, notices, settings, waiting, queries inside of texts, what fills memory, the catalog, temporary tables.
-- It may be called again: by an administrator where the owner may not, after a new login, after a new Postgres. Who does
-- not own the catalog cannot change it: then the reader fails the probe of core.store.open_data, and is not used.
-- Roles belong to the whole server, so another of its databases may be doing the same at this very moment.
CREATE PROCEDURE close_catalog() LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    login text;
    names text;
BEGIN
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'diafaneia_public') THEN
            CREATE ROLE diafaneia_public NOLOGIN;
        END IF;
    EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL;  -- the other was faster, and has committed
        WHEN insufficient_privilege THEN RETURN;
    END;
    FOR login IN SELECT r.rolname FROM pg_roles r
                  WHERE NOT r.rolsuper AND r.rolname NOT LIKE 'pg\_%'
                    AND r.rolname NOT IN ('diafaneia_public', 'diafaneia_reader')
                    AND NOT pg_has_role(r.oid, 'diafaneia_public', 'USAGE') LOOP
        BEGIN
            EXECUTE format('GRANT diafaneia_public TO %I', login);
        EXCEPTION WHEN insufficient_privilege OR unique_violation OR internal_error THEN
            RAISE NOTICE 'diafaneia_public was not granted to %', login;
        END;
    END LOOP;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        RETURN;
    END IF;
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO diafaneia_public', current_database());
    REVOKE USAGE ON SCHEMA public FROM PUBLIC, diafaneia_reader;
    GRANT USAGE ON SCHEMA public TO diafaneia_public;
    SELECT string_agg(format('pg_catalog.%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)), ', ')
      INTO names
      FROM pg_proc p
     WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind IN ('f', 'a')
       AND (p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) x WHERE x.grantee = 0))
       AND (p.provolatile = 'v'                       -- whatever has an effect
            OR p.proname ~ ('^(lo_|pg_|txid_|version$|has_|current_setting|to_reg|col_description$|obj_description$|'
                            'shobj_description$|inet_|.*_to_xml|generate_|repeat$|[lr]pad$|replace$|regexp_|translate$|'
                            'overlay$|format$|concat|textcat$|text_?cat|anytextcat$|textanycat$|string_agg$|array_agg|'
                            'array_cat$|array_append$|array_prepend$|array_fill$|array_to_|json|xml)'));
    IF names IS NOT NULL THEN
        EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', names);
        EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO diafaneia_public', names);
    END IF;
    SELECT string_agg(format('%s.%I', n.nspname, c.relname), ', ') INTO names
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('pg_catalog', 'information_schema') AND c.relkind IN ('r', 'v')
       AND EXISTS (SELECT FROM aclexplode(c.relacl) x WHERE x.grantee = 0 AND x.privilege_type = 'SELECT');
    IF names IS NOT NULL THEN
        EXECUTE format('REVOKE SELECT ON %s FROM PUBLIC', names);
        EXECUTE format('GRANT SELECT ON %s TO diafaneia_public', names);
    END IF;
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
                        WHERE r.rolname = 'diafaneia_reader' AND 'temp_file_limit=64MB' = ANY(s.setconfig)) THEN
            ALTER ROLE diafaneia_reader SET temp_file_limit = '64MB';
        END IF;
    EXCEPTION WHEN internal_error OR unique_violation THEN
        NULL;
    END;
END $$;
CALL close_catalog();
