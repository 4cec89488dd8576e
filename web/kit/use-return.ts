import { useEffect, useRef } from 'react'

/** The focus goes back to the list when what was open beside it took it along. */
export function useReturn(
  place: { readonly current: HTMLElement | null },
  opened: string | undefined,
): void {
  const before = useRef(opened)
  useEffect(() => {
    if (before.current !== undefined && opened === undefined && isNowhere(document.activeElement))
      place.current?.querySelector<HTMLElement>('[role=grid], [role=treegrid]')?.focus()
    before.current = opened
  }, [opened, place])
}
const isNowhere = (element: Element | null): boolean =>
  element === null || element.tagName === 'BODY'
