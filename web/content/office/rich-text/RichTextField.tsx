// A text of a form, edited with Tiptap, which comes when the field is first shown.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { Bind, type FieldProps } from '../../../form/fields.tsx';
import { asked } from '../../../office/api.ts';
import { Loading, Skeleton } from '../../../ui/display/Alert.tsx';
import type { FigureValues } from './rich-text.ts';

const RichText = lazy(async () => ({ default: (await import('./RichText.tsx')).RichText }));

/** Every key that may stand in braces, with its value today; empty until it is there. */
export function useFigures() {
  return useQuery({ ...asked('content', 'listFigures', {}), staleTime: 5 * 60_000 });
}

/** `edition` changes where the text is replaced from outside: the newer one is taken. */
export function RichTextField({
  edition,
  readOnly = false,
  ...props
}: FieldProps & { edition: number; readOnly?: boolean }) {
  const figures = useFigures().data?.data;
  const values = useMemo<FigureValues>(
    () => new Map(figures?.map(({ key, value }) => [key, value])),
    [figures],
  );
  return (
    <Bind {...props} group>
      {(field) => (
        <Suspense
          fallback={
            <Loading>
              <Skeleton shape="block" className="h-96" />
            </Loading>
          }
        >
          <RichText
            key={edition}
            label={props.label}
            value={String(field.value ?? '')}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            figures={values}
            readOnly={readOnly}
          />
        </Suspense>
      )}
    </Bind>
  );
}
