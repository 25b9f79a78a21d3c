// Form field for rich text, edited with Tiptap, which is loaded when the field is first shown.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { Bind, type FieldProps } from '../../../form/fields.tsx';
import { queryOf } from '../../../office/api.ts';
import { Loading, Skeleton } from '../../../ui/display/Alert.tsx';
import type { FigureValues } from './rich-text.ts';

const RichText = lazy(async () => ({ default: (await import('./RichText.tsx')).RichText }));

/** Returns every variable allowed in braces with its current value; empty until loaded. */
export function useFigures() {
  return useQuery({ ...queryOf('content', 'listFigures', {}), staleTime: 5 * 60_000 });
}

/**
 * `edition` changes when the text is replaced from outside the editor, which then shows the new
 * text.
 */
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
