// The document's title; pages of the office all end alike.

export function PageTitle({ children }: { children: string }) {
  return <title>{`${children}｜百溪後台`}</title>;
}
