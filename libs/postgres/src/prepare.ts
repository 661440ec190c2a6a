import { codeOf } from '@representa/telemetry';
import postgres from 'postgres';
import { duplicateObject, internalError, uniqueViolation } from './errors.ts';
import { quoteLiteral } from './values.ts';

/**
 * What only an administrator may do, once per database: a role and a schema for each process, the extensions,
 * and the text functions that searches share. Safe to run again.
 */
export const prepareDatabase = async (adminUrl: string, passwords: Record<string, string>): Promise<void> => {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(hashtext('prepare database'))`;
    await retryConflicts(() => sql.unsafe(sharedObjects));
    for (const [role, password] of Object.entries(passwords)) {
      await retryConflicts(() => sql.unsafe(roleAndSchema(role, password)));
    }
  } finally {
    await sql.end();
  }
};

const maxAttempts = 10;
/** "Tuple concurrently updated", and a role that another session has just created. */
const conflicts = new Set([internalError, uniqueViolation, duplicateObject]);

/** Roles belong to all databases of a server, the advisory lock to one: another database may be prepared at the same time. */
const retryConflicts = async (run: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (attempt === maxAttempts || !conflicts.has(codeOf(error))) throw error;
    }
  }
};

/** A managed server's administrator may lack the right; deploy/README.md says what to do then. */
const ifAllowed = (statement: string): string => `
  do $$ begin ${statement};
  exception when insufficient_privilege or invalid_catalog_name or undefined_object then null; end $$;`;

const roleAndSchema = (role: string, password: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = ${quoteLiteral(role)}) then
      create role ${role} login;
    end if;
  end $$;
  alter role ${role} with login password ${quoteLiteral(password)};
  do $$ begin execute format('grant connect on database %I to ${role}', current_database()); end $$;
  grant usage on schema extensions to ${role};
  grant ${role} to current_user;
  create schema if not exists ${role} authorization ${role};
  -- In the server's log, the details of a refused duplicate contain its values: a CNPJ or an email of somebody.
  ${ifAllowed(`alter role ${role} set log_error_verbosity = terse`)}
`;

const sharedObjects = `
  do $$ begin
    execute format('revoke all on database %I from public', current_database());
  end $$;
  -- The roles of processes need no other database.
  ${ifAllowed('revoke connect, temporary on database postgres from public')}
  ${ifAllowed('revoke connect, temporary on database template1 from public')}
  revoke all on schema public from public;
  create schema if not exists extensions;
  create extension if not exists pg_trgm schema extensions;
  create extension if not exists btree_gin schema extensions;
  create extension if not exists unaccent schema extensions;

  -- Text as a search sees it: no case, no accents. The dictionary is named, so that the result never changes.
  create or replace function extensions.fold(value text) returns text
    language sql immutable strict parallel safe
    return lower(extensions.unaccent('extensions.unaccent'::regdictionary, value));

  -- The LIKE pattern of "contains this text". Folding comes first: it turns full-width signs into % and _.
  create or replace function extensions.containing(value text) returns text
    language sql immutable strict parallel safe
    return '%' || regexp_replace(extensions.fold(value), '([\\\\%_])', '\\\\\\1', 'g') || '%';
`;
