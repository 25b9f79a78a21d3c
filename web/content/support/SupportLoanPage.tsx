// Page /support/loan: help questions about borrowing.
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { headOfQuestions, Questions } from './Questions.tsx';
import { loadQuestions } from './questions-loader.ts';

export const loader = (args: LoaderFunctionArgs) => loadQuestions(args, 'loan');

export const meta = (args: MetaArgs) => headOfQuestions(args, 'loan');

export default Questions;
