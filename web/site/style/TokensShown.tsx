// Style page: design tokens: colours on their surfaces, type, shapes, depth.
const surfaces = [
  ['page', 'bg-page text-ink'],
  ['card', 'bg-card text-ink'],
  ['sunken', 'bg-sunken text-ink'],
  ['tint', 'bg-tint text-on-tint'],
  ['primary', 'bg-primary text-on-primary'],
  ['accent-tint', 'bg-accent-tint text-accent'],
  ['ok', 'bg-ok-bg text-ok'],
  ['warn', 'bg-warn-bg text-warn'],
  ['danger', 'bg-danger-bg text-danger'],
  ['info', 'bg-info-bg text-info'],
] as const;

const inks = [
  ['ink', 'text-ink'],
  ['ink-2', 'text-ink-2'],
  ['ink-3', 'text-ink-3'],
  ['primary', 'text-primary'],
  ['accent', 'text-accent'],
] as const;

const sizes = [
  ['display', 'text-display'],
  ['h1', 'text-h1 font-bold'],
  ['h2', 'text-h2 font-bold'],
  ['h3', 'text-h3 font-bold'],
  ['base', 'text-base'],
  ['sm', 'text-sm'],
  ['xs', 'text-xs'],
] as const;

const shapes = [
  ['控制項 8', 'rounded-ctl shadow-1'],
  ['卡片 14', 'rounded-card shadow-1'],
  ['浮層 20', 'rounded-sheet shadow-3'],
  ['膠囊', 'rounded-pill shadow-1'],
] as const;

export function TokenSamples() {
  return (
    <section className="grid gap-4">
      <h2>基礎</h2>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-5">
        {surfaces.map(([name, look]) => (
          <li key={name} className={`rounded-card border border-line p-4 ${look}`}>
            {name}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-6">
        {inks.map(([name, look]) => (
          <span key={name} className={`font-bold ${look}`}>
            {name} 百溪 $ 30,000
          </span>
        ))}
      </p>
      <ul className="grid gap-2">
        {sizes.map(([name, look]) => (
          <li key={name} className={`${look} text-ink`}>
            {name}　百條小溪，匯成您的下一步 9.00%
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-4">
        {shapes.map(([name, look]) => (
          <li key={name} className={`border border-line bg-card px-6 py-5 ${look}`}>
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
