import {
  bodyTooLarge,
  type OpenApiPart,
  serviceUnavailable,
  unsupportedEncoding,
  unsupportedMediaType,
} from '@representa/service-kit';
import { tooManyRequests } from '../authentication/authentication.errors.ts';
import { errorReply, joinParts } from '../docs/join-parts.ts';
import { tokenInvalid, tokenMissing } from './admin.errors.ts';
import { info, replyTexts, tokenDescription } from './admin.words.ts';

/** The second OpenAPI document: of the operator's API. */
export const adminDocument = (part: OpenApiPart): object =>
  joinParts([part], {
    info,
    securitySchemes: { adminToken: { type: 'http', scheme: 'bearer', description: tokenDescription } },
    commonReplies: {
      401: ['Unauthorized', errorReply(replyTexts.unauthorized, [tokenMissing(), tokenInvalid()])],
      413: ['TooLarge', errorReply(replyTexts.tooLarge, [bodyTooLarge()])],
      415: ['UnsupportedType', errorReply(replyTexts.unsupportedType, [unsupportedMediaType(), unsupportedEncoding()])],
      429: ['TooManyRequests', errorReply(replyTexts.tooManyRequests, [tooManyRequests()])],
      503: ['Unavailable', errorReply(replyTexts.unavailable, [serviceUnavailable()])],
    },
  });
