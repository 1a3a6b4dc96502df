import type pg from 'pg';

/** Role without a login that units of work assume for their transaction. */
const SERVICE_ROLE = 'kith_service';

/** These tables are read before the user is known, so no policy can apply to them. */
export const DIRECTORY_TABLES = [
  ...['users', 'api_keys', 'security_log'],
  ...['passkeys', 'sessions', 'connected_hosts', 'sign_in_records', 'jobs', 'messages'],
];

/**
 * Prepares the role for units of work. It owns nothing, so row-level security applies to it. Returns null if the user
 * in the URL may not have such a role; then the policies apply to the tables' owner.
 */
export async function prepareRole(client: pg.ClientBase): Promise<string | null> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then
      create role ${SERVICE_ROLE} nologin nobypassrls;
    end if;
  exception when insufficient_privilege or duplicate_object or unique_violation then null;
  end $$`);
  await client.query(`do $$ begin
    if exists (select from pg_roles where rolname = '${SERVICE_ROLE}')
      and not pg_has_role('${SERVICE_ROLE}', 'member') then
      grant ${SERVICE_ROLE} to current_user;
    end if;
  exception when insufficient_privilege then null;
  end $$`);
  const { rows } = await client.query(
    `select from pg_roles where rolname = '${SERVICE_ROLE}' and not rolsuper and not rolbypassrls
      and pg_has_role(oid, 'member')`,
  );
  return rows.length > 0 ? SERVICE_ROLE : null;
}

const eachTenantTable = (commands: string): string => `do $$ declare tenant text; begin
  for tenant in
    select c.oid::regclass from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname not in (${DIRECTORY_TABLES.map((name) => `'${name}'`).join(', ')})
  loop
    ${commands}
  end loop;
end $$`;

/** Turns row-level security off during a migration, whose statements affect all users. */
export async function unprotectTables(client: pg.ClientBase): Promise<void> {
  await client.query(eachTenantTable(`execute format('alter table %s no force row level security', tenant);`));
}

/** Second line of defense after the `user_id` in every statement: only a row's own user can see it. */
export async function protectTables(client: pg.ClientBase, role: string | null): Promise<void> {
  await client.query(
    eachTenantTable(`
      execute format('alter table %s enable row level security, ${role ? 'no force' : 'force'} row level security', tenant);
      execute format('drop policy if exists own_rows on %s', tenant);
      -- After a transaction the setting reads back as an empty string.
      execute format('create policy own_rows on %s using (user_id = nullif(current_setting(''app.user_id'', true), ''''))', tenant);
    `),
  );
  if (!role) return;
  await client.query(`do $$ begin
    execute format('grant usage on schema %I to ${role}', current_schema());
    execute format('grant select, insert, update, delete on all tables in schema %I to ${role}', current_schema());
    revoke all on kith_schema from ${role};
  end $$`);
}
