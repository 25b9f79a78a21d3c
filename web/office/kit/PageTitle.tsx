// Title of the browser tab; the titles of all office pages end with the same text.

export function PageTitle({ children }: { children: string }) {
  return <title>{`${children}｜百溪後台`}</title>;
}
