// What the features after notices may use of it.
export {
  decryptedOutbox,
  hostOf,
  notify,
  sendLetter,
  sendMail,
  sendSms,
  tell,
  tellMany,
  tryAgain,
} from './telling.ts';
export { messageIn, recipientHashesOf, recipientIn } from './outbox.ts';
export { forgetPushDevices, forgetPushOfOthers, forgetPushOfSessions } from './push/devices.ts';
