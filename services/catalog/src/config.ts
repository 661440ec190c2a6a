import { baseEnvironment, readEnvironment } from '@representa/service-kit/process';

export const environment = baseEnvironment;

export const readConfig = () => readEnvironment(environment);
