import { baseEnvironment, readEnvironment } from '@representa/service-kit';

export const environment = baseEnvironment;

export const readConfig = () => readEnvironment(environment);
