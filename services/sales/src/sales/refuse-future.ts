import { type EmpresaCall, invalidIssues } from '@representa/service-kit';
import { messages } from './sales.errors.ts';
import { isFuture } from './today.ts';

/** Of what happened: a sale, a receipt, a payment. */
export const refuseFuture = ({ time_zone }: EmpresaCall, data: string, moment: Date): void => {
  if (isFuture(data, time_zone, moment)) throw invalidIssues([{ path: ['data'], message: messages.futureDate }]);
};
