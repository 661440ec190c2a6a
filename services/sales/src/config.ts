import { baseEnvironment, readEnvironment } from '@representa/service-kit';

export const readConfig = () => readEnvironment(baseEnvironment);
