export { type AuditConfig, addAudit, makeRemoveOld } from './add-audit.ts';
export { makeAuditRepository } from './audit.repository.ts';
export { type Caller, callerOf } from './caller.ts';
