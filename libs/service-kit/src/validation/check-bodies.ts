import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { messages } from '../kit.errors.ts';
import type { RouteSchemas } from '../openapi/parameters.ts';
import { bodyFieldsOf, type FieldPath, readFields } from './body-fields.ts';
import {
  asksForStrict,
  ignoredFieldsDocs,
  listIgnored,
  preferDocs,
  preferenceAppliedDocs,
  strictApplied,
} from './strict.ts';
import { asCustom, type FoundIssue, InvalidInput } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with the names of the body's fields. */
    misnamed: readonly FoundIssue[];
  }
  interface FastifyContextConfig {
    /** An operation of the contract: unknown fields of its body are ignored, unless the caller asks for strict handling. */
    ignoresUnknownFields?: boolean;
    /** Set for every route with a body. */
    bodyFields?: () => ReturnType<typeof bodyFieldsOf>;
  }
}

/** A name is repeated to whoever sent it: not the megabyte that it may have. */
const maxNameLength = 100;

const unknownField = (path: FieldPath): FoundIssue => ({
  path: path.map((part) => String(part).slice(0, maxNameLength)),
  codigo: 'field.unknown',
});

const contradiction = ({ path, otherName }: ReturnType<typeof readFields>['twice'][number]): FoundIssue => ({
  path: path.map(String),
  codigo: 'field.contradictory',
  message: messages.contradiction(otherName),
});

/**
 * Knows the fields of every body by the schemas of its route, and tells all faults of a body at once: unknown fields, what breaks its
 * schema, and the `alsoInvalid` of the route. Its preHandler must be the first.
 */
export const checkBodies = (app: FastifyInstance): void => {
  app.decorateRequest('misnamed');
  knowFields(app);
  app.addHook('preValidation', (request, reply, done) => {
    const { bodyFields, ignoresUnknownFields = false } = request.routeOptions.config;
    if (!bodyFields) return done();
    const isAsked = asksForStrict(request.headers.prefer);
    if (isAsked) reply.header('preference-applied', strictApplied);
    const { body, unknown, twice } = readFields(request.body, bodyFields());
    request.body = body;
    const isStrict = isAsked || !ignoresUnknownFields;
    request.misnamed = [...twice.map(contradiction), ...(isStrict ? unknown.map(unknownField) : [])];
    if (!isStrict && unknown.length > 0) reply.header('ignored-fields', listIgnored(unknown));
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const issues = issuesOf(request);
    done(issues.length > 0 ? new InvalidInput(issues) : undefined);
  });
};

const issuesOf = (request: FastifyRequest): InvalidInput['issues'] => {
  const { misnamed = [], validationError, routeOptions } = request;
  const broken = validationError as InvalidInput | undefined;
  const others = routeOptions.config.alsoInvalid?.(request) ?? [];
  return [...(broken?.issues ?? []), ...[...misnamed, ...others].map(asCustom)];
};

const pathOf = (url: string): string => url.replaceAll(/:\w+/g, ':');

const replyOf = ({ schema }: RouteOptions): z.ZodType | undefined => {
  const { 200: found, 201: created } = (schema as RouteSchemas | undefined)?.response ?? {};
  return found ?? created;
};

/** A record is shown by what reads it by its id, and by what creates it in a collection. */
const knowFields = (app: FastifyInstance): void => {
  const reads = new Map<string, z.ZodType>();
  app.addHook('onRoute', (route) => {
    const { schema, method, url, config } = route;
    const { body } = (schema ?? {}) as RouteSchemas;
    const reply = replyOf(route);
    if (method === 'GET' && reply) reads.set(pathOf(url), reply);
    if (body || config?.alsoInvalid) route.attachValidation = true;
    if (!body) return;
    const showing = () => ({
      read: reads.get(method === 'POST' ? `${pathOf(url)}/:` : pathOf(url)),
      // Not by an act on a record: the scope in the reply of a key's rotation cannot be asked for there.
      created: reads.has(pathOf(url)) || !url.includes(':') ? reply : undefined,
    });
    let fields: ReturnType<typeof bodyFieldsOf> | undefined;
    const bodyFields = (): typeof fields & object => {
      fields ??= bodyFieldsOf(body, showing());
      return fields;
    };
    route.config = { ...config, bodyFields };
    describePreference(route);
  });
};

const describePreference = (route: RouteOptions): void => {
  const { docs, ignoresUnknownFields } = route.config ?? {};
  if (!docs) return;
  const sentHeaders = { ...docs.sentHeaders, ...preferDocs };
  const ignored = ignoresUnknownFields ? ignoredFieldsDocs : {};
  const replyHeaders = { ...docs.replyHeaders, ...preferenceAppliedDocs, ...ignored };
  route.config = { ...route.config, docs: { ...docs, sentHeaders, replyHeaders } };
};
