package main

import (
	"context"
	"os"
	"profstation/app/command"
)

func main() { os.Exit(command.Main(func(context.Context, command.Start) error { return nil })) }
