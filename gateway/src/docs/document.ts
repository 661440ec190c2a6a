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
import { type CommonReplies, errorReply, header, joinParts } from './join-parts.ts';

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
  400: ['BadRequest', errorReply(replyTexts.badRequest, [malformedUrl(), malformedRequest(), incompleteBody()])],
  401: ['Unauthorized', errorReply(replyTexts.unauthorized, [keyMissing(), keyInvalid()])],
  403: ['Forbidden', errorReply(replyTexts.forbidden, [empresaInactive(), keyNotAllowed()])],
  408: ['TooSlow', errorReply(replyTexts.tooSlow, [requestTooSlow()])],
  413: ['TooLarge', errorReply(replyTexts.tooLarge, [bodyTooLarge()])],
  415: ['UnsupportedType', errorReply(replyTexts.unsupportedType, [unsupportedMediaType(), unsupportedEncoding()])],
  429: ['TooManyRequests', errorReply(replyTexts.tooManyRequests, [tooManyRequests(), tooManyAtOnce()])],
  431: ['HeadersTooLarge', errorReply(replyTexts.headersTooLarge, [headersTooLarge()])],
  503: ['Unavailable', errorReply(replyTexts.unavailable, [serviceUnavailable()])],
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
