import { useState } from 'react'
import { dateTime, setZone, useZone, zones } from '../kit/dates.ts'
import { Select } from '../kit/field.tsx'

const labels = { local: 'Local time', utc: 'UTC' } as const

/** Like theme and density, a setting of this browser. */
export function TimeZone() {
  const zone = useZone()
  const [now] = useState(Date.now)
  return (
    <section>
      <h2>Times</h2>
      <Select
        label="Show times in"
        hint={`In this browser. Now it is ${dateTime(now)}.`}
        options={zones.map((value) => ({ value, label: labels[value] }))}
        value={zone}
        onChange={({ target }) => setZone(target.value === 'utc' ? 'utc' : 'local')}
      />
    </section>
  )
}
