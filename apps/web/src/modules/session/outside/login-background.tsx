import { useHostName } from '#lib/host-brand.ts';
import { HostMark } from '#ui/host-mark.tsx';

const waves = [
  { level: 70, height: 16, length: 95, shift: 0, opacity: 0.06 },
  { level: 110, height: 13, length: 78, shift: 140, opacity: 0.07 },
  { level: 150, height: 10, length: 66, shift: 300, opacity: 0.09 },
].map(({ level, height, length, shift, opacity }) => {
  const points = Array.from({ length: 71 }, (_, i) => {
    const x = i * 10;
    return `L${x} ${(level + height * Math.sin((x + shift) / length)).toFixed(1)}`;
  });
  return { opacity, path: `M0 ${level} ${points.join(' ')} V220 H0Z` };
});

export function Sea() {
  const name = useHostName();
  return (
    <section className="sea" aria-label={name}>
      <div className="sea-brand">
        <HostMark size={32} />
        <span>{name}</span>
      </div>
      <h2>
        让每一家企业
        <br />
        都平安开工，平安收工
      </h2>
      <p>企业管理与安全生产综合平台：风险分级、隐患闭环、教育培训、一企一档，监管与企业在同一处办事。</p>
      <svg viewBox="0 0 700 220" preserveAspectRatio="none" height="220" aria-hidden="true">
        {waves.map(({ path, opacity }) => (
          <path key={path} d={path} fill="#fff" fillOpacity={opacity} />
        ))}
      </svg>
    </section>
  );
}
