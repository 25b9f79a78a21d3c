// The types of events that an endpoint receives, as checkboxes in groups.
import { eventGroups, eventTypeText } from '#contract/webhooks/events.ts';
import { Bind } from '../form/fields.tsx';
import { CheckboxList } from '../ui/fields/Choices.tsx';

export function EventTypesField() {
  return (
    <Bind name="types" label="事件" verb="選擇" group>
      {(field) => {
        const values = (field.value ?? []) as string[];
        return (
          <div className="grid gap-4">
            {eventGroups.map(({ title, types }) => {
              const others = values.filter((one) => !types.some((type) => type === one));
              return (
                <div key={title} role="group" aria-label={title}>
                  <p className="text-sm text-ink-3">{title}</p>
                  <CheckboxList
                    choices={types.map((type) => ({ value: type, title: eventTypeText[type] }))}
                    values={values.filter((one) => types.some((type) => type === one))}
                    onValuesChange={(chosen) => field.onChange([...others, ...chosen])}
                    onBlur={field.onBlur}
                  />
                </div>
              );
            })}
          </div>
        );
      }}
    </Bind>
  );
}
