export { type AuditConfig, addAudit } from './add-audit.ts';
export { type Caller, callerOf } from './caller.ts';
export { type ChainFault, type ChainHead, chainHeads, type Verified, verifyChain } from './verify-chain.ts';
