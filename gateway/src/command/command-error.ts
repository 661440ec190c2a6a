/** An expected failure: printed as one sentence, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const noSuchEmpresa = (id: string): CommandError =>
  new CommandError(`There is no empresa with the id ${id}; \`list\` shows them.`);

export const noValidKey = (): CommandError =>
  new CommandError('There is no valid key with this id or prefix; `list` shows them.');
