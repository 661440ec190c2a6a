import { HttpError } from '@representa/service-kit';

/** An expected failure: printed as one sentence, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const noSuchEmpresa = (id: string): CommandError =>
  new CommandError(`There is no empresa with the id ${id}; \`list\` shows them.`);

export const noValidKey = (): CommandError =>
  new CommandError('There is no valid key with this id or prefix; `list` shows them.');

/** Throws what the command says instead of a refusal with one of these statuses. */
export const refusedAs =
  (errors: Readonly<Record<number, CommandError>>) =>
  (error: unknown): never => {
    throw (error instanceof HttpError && errors[error.status]) || error;
  };
