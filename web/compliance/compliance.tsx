/** The list of frameworks or one framework: `/compliance` and `/compliance/<framework>`. */
import { useLocation } from 'wouter'
import '../kit/charts/charts.css'
import './compliance.css'
import { FrameworkPage } from './framework.tsx'
import { Frameworks } from './frameworks.tsx'

export default function Compliance() {
  const [path] = useLocation()
  const id = decodeURIComponent(path.split('/')[2] ?? '')
  return id ? <FrameworkPage key={id} id={id} /> : <Frameworks />
}
