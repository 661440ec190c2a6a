import type { EmpresaCall } from '@representa/service-kit';
import type { FoundRepresentada, Questions } from '../messaging/questions.ts';
import { representadaNotFound } from './references.errors.ts';

export type RequireRepresentada = (call: EmpresaCall, id: string) => Promise<FoundRepresentada>;

/** Throws when there is no such representada. */
export const makeRequireRepresentada =
  (questions: Pick<Questions, 'findRepresentada'>): RequireRepresentada =>
  async (call, id) => {
    const representada = await questions.findRepresentada(call, id);
    if (!representada) throw representadaNotFound();
    return representada;
  };
