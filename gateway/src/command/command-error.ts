import { HttpError } from '@representa/service-kit';

/** An expected failure: printed as one sentence, without a stack. With --json, what was found (`json`) is printed, too. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly json: object | undefined;

  constructor(sentence: string, json?: object) {
    super(sentence);
    this.json = json;
  }
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
