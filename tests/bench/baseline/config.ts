import { baseEnvironment, readEnvironment } from '@representa/service-kit/process';
import { z } from 'zod';

export const readConfig = () => readEnvironment(baseEnvironment.extend({ REDIS_URL: z.string().min(1) }));
