// The back office: its frame and its pages.
export function Office() {
  return <h1>百溪後台</h1>;
}
