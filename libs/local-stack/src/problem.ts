/** Something a person can mend. The message is one sentence that says what to do; it is shown without a stack trace. */
export class StackProblem extends Error {
  override readonly name = 'StackProblem';
}

/** Another program got the port first. Whoever chose the port may choose another one. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;
