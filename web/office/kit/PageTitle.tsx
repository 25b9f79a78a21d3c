// Title of the document; all office pages end with the same text.

export function PageTitle({ children }: { children: string }) {
  return <title>{`${children}｜百溪後台`}</title>;
}
