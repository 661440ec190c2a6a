import { serviceUnavailable } from '@representa/service-kit';
import type { OpenApiPart } from '@representa/service-kit/openapi';
import {
  bodyTooLarge,
  malformedUrl,
  tooManyAtOnce,
  unsupportedEncoding,
  unsupportedMediaType,
} from '@representa/service-kit/process';
import {
  empresaInactive,
  headersTooLarge,
  incompleteBody,
  keyInvalid,
  keyMissing,
  keyNotAllowed,
  malformedRequest,
  requestTooSlow,
  tooManyRequests,
} from '../gateway.errors.ts';
import { headerTexts, info, keyDescription, replyTexts } from './docs.words.ts';
import { guides } from './guides.ts';
import { type CommonReplies, header, joinParts } from './join-parts.ts';

/** Decision 35. Without the key of a company there is no limit to tell. */
const replyHeaders = {
  ratelimit: {
    name: 'RateLimit',
    header: header(headerTexts.rateLimit, { type: 'string', examples: ['"default";r=399;t=1'] }),
  },
  'ratelimit-policy': {
    name: 'RateLimitPolicy',
    header: header(headerTexts.rateLimitPolicy, { type: 'string', examples: ['"default";q=400;w=2'] }),
  },
};

/** What the gateway itself can answer to a request, whatever the operation. */
const commonReplies: CommonReplies = {
  400: ['BadRequest', replyTexts.badRequest, [malformedUrl(), malformedRequest(), incompleteBody()]],
  401: ['Unauthorized', replyTexts.unauthorized, [keyMissing(), keyInvalid()]],
  403: ['Forbidden', replyTexts.forbidden, [empresaInactive(), keyNotAllowed()]],
  408: ['TooSlow', replyTexts.tooSlow, [requestTooSlow()]],
  413: ['TooLarge', replyTexts.tooLarge, [bodyTooLarge()]],
  415: ['UnsupportedType', replyTexts.unsupportedType, [unsupportedMediaType(), unsupportedEncoding()]],
  429: ['TooManyRequests', replyTexts.tooManyRequests, [tooManyRequests(), tooManyAtOnce()]],
  431: ['HeadersTooLarge', replyTexts.headersTooLarge, [headersTooLarge()]],
  503: ['Unavailable', replyTexts.unavailable, [serviceUnavailable()]],
};

/** The document of the public API. */
export const joinDocument = (parts: readonly OpenApiPart[]): object =>
  joinParts(parts, {
    info,
    furtherTags: guides,
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: keyDescription } },
    commonReplies,
    replyHeaders,
  });
