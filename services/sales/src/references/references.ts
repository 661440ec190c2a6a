import { findClient, findRepresentada } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { EmpresaCall } from '@representa/service-kit';

/** A record of another service as sales needs it: to check it, and to show its name. */
export interface FoundReference {
  id: string;
  nome: string;
  revision: number;
}

export interface References {
  findClient(call: EmpresaCall, id: string): Promise<(FoundReference & { ativo: boolean }) | undefined>;
  findRepresentada(call: EmpresaCall, id: string): Promise<FoundReference | undefined>;
}

export const makeReferences = (messaging: Messaging): References => ({
  findClient: async (call, id) => {
    const client = await messaging.ask(findClient, { empresa_id: call.empresa_id, id }, call);
    return client ? { id, ...client } : undefined;
  },
  findRepresentada: async (call, id) => {
    const representada = await messaging.ask(findRepresentada, { empresa_id: call.empresa_id, id }, call);
    return representada ? { id, ...representada } : undefined;
  },
});
