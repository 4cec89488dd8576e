export const Logo = () => (
  <span className="logo">
    <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
      <path d="M3 1h10M8 1v8" stroke="currentColor" strokeWidth="1.5" />
      <path d="M5 8h6l-3 7z" fill="currentColor" />
    </svg>
    Plumbline
  </span>
)
