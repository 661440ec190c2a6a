export { addAudit } from './add-audit.ts';
export { type AuditRepository, makeAuditRepository } from './audit.repository.ts';
export { type Caller, callerOf } from './caller.ts';
export { findFault, type LinkFault, readHashed } from './chain.ts';
export { makeReadableAudit, type ReadableAudit } from './readable-audit.ts';
export { addRetention, makeRemoveOld } from './retention.ts';
