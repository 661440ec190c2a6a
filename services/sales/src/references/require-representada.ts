import type { EmpresaCall } from '@representa/service-kit';
import type { FoundRepresentada, Questions } from '../messaging/questions.ts';
import { representadaNotFound } from './references.errors.ts';

/** Throws when there is no such representada. */
export const makeRequireRepresentada =
  (questions: Pick<Questions, 'findRepresentada'>) =>
  async (call: EmpresaCall, id: string): Promise<FoundRepresentada> => {
    const representada = await questions.findRepresentada(call, id);
    if (!representada) throw representadaNotFound();
    return representada;
  };

export type RequireRepresentada = ReturnType<typeof makeRequireRepresentada>;
