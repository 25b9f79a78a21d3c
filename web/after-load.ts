// What runs once a page of the member site has loaded.
import { retryStylesheets } from './connection.ts';
import { leaveEnterToInputMethods } from './ui/overlay/composing.ts';

retryStylesheets();
leaveEnterToInputMethods();
