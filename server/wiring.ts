// Which adapter serves each port: the live one, or in demonstration the one that needs nobody.
import type { Logger } from 'pino';
import type { Services } from './action.ts';
import { createBank } from './adapters/bank.ts';
import { createCaptcha } from './adapters/captcha.ts';
import { createDiskFiles } from './adapters/files.ts';
import { createImages } from './adapters/images.ts';
import { createMailer } from './adapters/mail.ts';
import { createPasswords } from './adapters/passwords.ts';
import { createDocuments } from './adapters/pdf.ts';
import { createSecrets } from './adapters/secrets.ts';
import { createSms } from './adapters/sms.ts';
import { createMovableClock, realClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Pool } from './db.ts';
