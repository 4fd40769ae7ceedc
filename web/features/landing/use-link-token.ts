import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * The token of the link that led here. It is taken out of the address and its history at once, and goes nowhere but into
 * the one request that uses it.
 */
export function useLinkToken(): string | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  const found = /^#token=([\w-]{1,200})$/.exec(hash)?.[1]
  if (found && found !== token) setToken(found)
  useEffect(() => {
    if (found) void navigate(pathname, { replace: true })
  }, [found, navigate, pathname])
  return found ?? token
}
