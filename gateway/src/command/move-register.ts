import { callWithin, moveRegister, moveRegisterMs } from '@representa/contracts';
import type { CommandConfig } from '../config.ts';
import type { CommandOptions } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { untilConnected, withMessaging } from './connect.ts';

/** Returns what other companies have, if anything clashes. Then the company's register is what it was. */
export type MoveRegister = (empresa_id: string, isOwn: boolean) => Promise<string[]>;

/** Clients and products are moved one after the other. After a failure, the same command finishes it. */
export const makeMoveRegister =
  (config: Pick<CommandConfig, 'NATS_URL'>): MoveRegister =>
  (empresa_id, isOwn) =>
    withMessaging(
      config,
      async (messaging) => {
        await untilConnected(messaging);
        const move = async (service: keyof typeof moveRegister, toOwn: boolean): Promise<string[]> =>
          (await messaging.ask(moveRegister[service], { empresa_id, isOwn: toOwn }, callWithin(moveRegisterMs))).taken;
        const products = await move('catalog', isOwn);
        const emails = await move('clients', isOwn);
        // All or nothing. Back to its own register nothing can clash.
        if (emails.length > 0 && products.length === 0) await move('catalog', true);
        if (products.length > 0 && emails.length === 0) await move('clients', true);
        return [...products.map((id) => `the product ${id}`), ...emails.map((email) => `the email ${email}`)];
      },
      moveRegisterMs,
    );

export const registerOf = (options: CommandOptions): 'own' | 'shared' => {
  const { 'own-register': own = false, 'shared-register': shared = false } = options;
  if (own === shared) throw new CommandError('"set" needs --own-register or --shared-register.');
  return own ? 'own' : 'shared';
};

export const sayTaken = (taken: readonly string[]): CommandError =>
  new CommandError(`Other companies of the shared register have ${taken.join(', ')}. Nothing was changed.`, taken);
