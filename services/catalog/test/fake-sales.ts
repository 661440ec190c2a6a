import {
  countRepresentadaSales,
  fenceReference,
  findRepresentada,
  renameReference,
  renameReferences,
  voidFence,
} from '@representa/contracts';
import { connectMessaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { fenceReply } from '@representa/testing';
import type { z } from 'zod';

interface Reference {
  sales: number;
  /** What `sales` counts. */
  counted: 'sales' | 'commissions';
  nome: string | undefined;
  revision: number;
  fence_epoch: number | undefined;
  voided_epoch: number;
}

export interface FakeSales {
  readonly connected: boolean;
  /** What sales knows of a representada; a test sets how many sales it has. */
  of(id: string): Reference;
  isFenced(id: string): boolean;
  /** Whether questions are heard and left unanswered. */
  mute: boolean;
  /** Runs before a fence is answered. */
  beforeFence: ((id: string) => Promise<void>) | undefined;
  find(empresa_id: string, id: string): Promise<{ nome: string; revision: number } | null>;
  stop(): Promise<void>;
}

const never = new Promise<never>(() => {});

/** The sales side of the reference protocol on a real NATS, with a map for a register. */
export const startFakeSales = (url: string): FakeSales => {
  const messaging = connectMessaging({ url, process: 'sales', log: makeLogger('sales', 'silent') });
  const register = new Map<string, Reference>();
  const of = (id: string): Reference => {
    const known = register.get(id) ?? {
      sales: 0,
      counted: 'sales',
      nome: undefined,
      revision: -1,
      fence_epoch: undefined,
      voided_epoch: 0,
    };
    register.set(id, known);
    return known;
  };

  const fake: FakeSales = {
    get connected() {
      return messaging.connected;
    },
    of,
    isFenced: (id) => of(id).fence_epoch !== undefined,
    mute: false,
    beforeFence: undefined,
    find: (empresa_id, id) =>
      messaging.ask(findRepresentada, { empresa_id, id, produtos: [] }, { deadline: performance.now() + 1_000 }),
    stop: () => messaging.close(),
  };

  messaging.answer(fenceReference, async ({ id, epoch }): Promise<z.output<typeof fenceReference.reply>> => {
    if (fake.mute) return never;
    await fake.beforeFence?.(id);
    const reference = of(id);
    if (epoch <= reference.voided_epoch) return { outcome: 'voided' };
    if (reference.sales > 0) {
      reference.voided_epoch = epoch;
    } else {
      reference.fence_epoch = Math.max(reference.fence_epoch ?? 0, epoch);
    }
    return fenceReply(reference.sales, reference.counted);
  });
  messaging.answer(countRepresentadaSales, async ({ id }) => (fake.mute ? never : { sales: of(id).sales }));
  messaging.answer(voidFence, async ({ id, epoch }) => {
    if (fake.mute) return never;
    const reference = of(id);
    reference.voided_epoch = Math.max(reference.voided_epoch, epoch);
    if ((reference.fence_epoch ?? 0) <= epoch) reference.fence_epoch = undefined;
    return {};
  });
  messaging.answer(renameReference, async ({ id, nome, revision }) => {
    if (fake.mute) return never;
    const reference = of(id);
    if (reference.revision < revision) Object.assign(reference, { nome, revision });
    return {};
  });
  messaging.answer(renameReferences, async (renamed) => {
    if (fake.mute) return never;
    for (const { id, nome, revision } of renamed)
      if (of(id).revision < revision) Object.assign(of(id), { nome, revision });
    return {};
  });
  messaging.startAnswering();
  return fake;
};
