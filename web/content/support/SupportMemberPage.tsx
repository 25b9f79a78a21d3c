// Page /support/member: help questions about membership.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { headOfQuestions, Questions } from './Questions.tsx';
import { loadQuestions } from './questions-loader.ts';

export const loader = (args: LoaderFunctionArgs) => loadQuestions(args, 'member');

export const meta = (args: MetaArgs) => headOfQuestions(args, 'member');

export default Questions;
