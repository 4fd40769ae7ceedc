import { begin } from './app/begin.ts'

void begin()
