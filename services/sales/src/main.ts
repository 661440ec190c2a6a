import { runService } from '@representa/service-kit/process';
import { makeApp } from './app.ts';
import { readConfig } from './config.ts';

await runService('sales', readConfig(), makeApp, new URL('./sql/', import.meta.url));
