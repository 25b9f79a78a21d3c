// Page /support/invest: help questions about investing.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { headOfQuestions, Questions } from './Questions.tsx';
import { loadQuestions } from './questions-loader.ts';

export const loader = (args: LoaderFunctionArgs) => loadQuestions(args, 'invest');

export const meta = (args: MetaArgs) => headOfQuestions(args, 'invest');

export default Questions;
