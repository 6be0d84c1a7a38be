# Not tested on Windows. Offers profstation.exe, which must lie beside this
# script, under "Open with" for this user; no administrator is needed.
$ErrorActionPreference = 'Stop'
$program = Join-Path $PSScriptRoot 'profstation.exe'
if (-not (Test-Path -LiteralPath $program)) { throw "$program is missing" }
$classes = 'HKCU:\Software\Classes'

function Set-Default([string]$path, [string]$value) {
	New-Item -Path $path -Force | Out-Null
	Set-Item -LiteralPath $path -Value $value
}

function Add-Type-Of-File([string]$progid, [string]$name, [string[]]$endings) {
	Set-Default "$classes\$progid" $name
	Set-Default "$classes\$progid\DefaultIcon" "`"$program`",0"
	Set-Default "$classes\$progid\shell\open\command" "`"$program`" `"%1`""
	foreach ($ending in $endings) {
		$key = "$classes\.$ending\OpenWithProgids"
		if (-not (Test-Path -LiteralPath $key)) { New-Item -Path $key -Force | Out-Null }
		New-ItemProperty -LiteralPath $key -Name $progid -PropertyType None -Value ([byte[]]@()) -Force | Out-Null
	}
}

Add-Type-Of-File 'profstation.Profile' 'Go profile' @('pprof', 'prof', 'pgo')
Add-Type-Of-File 'profstation.Trace' 'Go execution trace' @('trace')
